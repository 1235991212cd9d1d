"""ProblemSet → quizzes of learning platforms: Moodle XML and QTI."""
