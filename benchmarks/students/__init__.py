"""Students who fill in sheets: trees and rules come in, what each of them would write goes out.

Every wrong idea is written here a second time, as somebody would program it who has it: plain recursion
on small nested nodes, with alpha and beta as parameters. Nothing is shared with `grader.ideas`.
"""
