"""ProblemSet → what students start from: answer sheets, exam papers and starter files."""
