"""Other systems' formats → trees and problem sets, and back: one file for each format."""
