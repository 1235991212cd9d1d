"""The fields of a set's file → what they mean, or everything that is wrong with them."""
