"""The tables of a gradebook, as SQL: what stands in them is history, and none of it is ever changed."""

from __future__ import annotations

APPLICATION_ID = 0x67724B31  # what makes an SQLite file a gradebook
SCHEMA_VERSION = 2

# What a second run asks for, without a look at the records.
_BY_SET = "CREATE INDEX IF NOT EXISTS grades_by_set ON grades (set_hash, version, status, submission)"

TABLES = (
    """CREATE TABLE files (
        hash TEXT NOT NULL UNIQUE,       -- SHA-256 of the data
        data BLOB NOT NULL
    )""",
    """CREATE TABLE sets (
        hash TEXT NOT NULL PRIMARY KEY,  -- of all files of the set together
        id TEXT NOT NULL,                -- what the set calls itself
        title TEXT NOT NULL,
        kept_at TEXT NOT NULL
    )""",
    """CREATE TABLE set_files (
        set_hash TEXT NOT NULL REFERENCES sets (hash),
        place INTEGER NOT NULL,          -- 0 is the file of the set itself
        name TEXT NOT NULL,
        file TEXT NOT NULL REFERENCES files (hash),
        PRIMARY KEY (set_hash, place)
    )""",
    """CREATE TABLE submissions (
        id INTEGER PRIMARY KEY,
        set_id TEXT NOT NULL,
        student TEXT NOT NULL,
        hash TEXT NOT NULL,              -- of all files together
        name TEXT NOT NULL,              -- of the file, folder or archive
        handed_in TEXT,                  -- when, if that is known
        known_as TEXT NOT NULL,          -- JSON: other names that the container has for the student
        mistakes TEXT NOT NULL,          -- JSON: what was passed over, or why there are no files
        kept_at TEXT NOT NULL
    )""",
    "CREATE INDEX submissions_by_student ON submissions (set_id, student)",
    """CREATE TABLE submission_files (
        submission INTEGER NOT NULL REFERENCES submissions (id),
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        file TEXT NOT NULL REFERENCES files (hash),
        PRIMARY KEY (submission, place)
    )""",
    """CREATE TABLE grades (
        id INTEGER PRIMARY KEY,
        submission INTEGER NOT NULL REFERENCES submissions (id),
        set_hash TEXT NOT NULL REFERENCES sets (hash),
        rule TEXT NOT NULL,              -- JSON
        version TEXT NOT NULL,           -- of the grader
        status TEXT NOT NULL CHECK (status IN ('graded', 'unreadable', 'failed')),
        earned NOT NULL,                 -- a whole number, or a fraction such as '7/3'
        possible NOT NULL,
        pending INTEGER NOT NULL,        -- questions that wait for a person
        marked_at TEXT NOT NULL,
        record TEXT NOT NULL             -- JSON, as in results.json
    )""",
    "CREATE INDEX grades_by_submission ON grades (submission, id)",
    _BY_SET,
    """CREATE TABLE adjustments (
        id INTEGER PRIMARY KEY,
        set_id TEXT NOT NULL,
        student TEXT NOT NULL,
        question TEXT NOT NULL,          -- such as 'textbook.value'
        points,                          -- NULL where an earlier adjustment is withdrawn
        because TEXT NOT NULL,
        by_whom TEXT NOT NULL,
        grade INTEGER NOT NULL REFERENCES grades (id),  -- that counted when it was decided
        decided_at TEXT NOT NULL
    )""",
    "CREATE INDEX adjustments_by_student ON adjustments (set_id, student, id)",
    """CREATE TABLE people (
        id INTEGER PRIMARY KEY,
        student TEXT NOT NULL,
        name TEXT NOT NULL,
        email TEXT NOT NULL,
        section TEXT NOT NULL,
        extension TEXT NOT NULL,         -- '', a moment, or seconds such as '+86400'
        kept_at TEXT NOT NULL,
        enrolled INTEGER NOT NULL DEFAULT 1  -- 0 where a later roster no longer has them
    )""",
    "CREATE INDEX people_by_student ON people (student, id)",
    # What counts now, before adjustments and lateness, for those who ask in SQL.
    """CREATE VIEW latest_grades AS
        SELECT * FROM (
            SELECT submissions.set_id, submissions.student, submissions.name, submissions.handed_in,
                grades.status, grades.earned, grades.possible, grades.pending, grades.marked_at,
                grades.version, grades.set_hash, grades.record,
                row_number() OVER (
                    PARTITION BY submissions.set_id, submissions.student
                    ORDER BY grades.status = 'failed',
                        coalesce(submissions.handed_in, submissions.kept_at) DESC,
                        submissions.id DESC, grades.id DESC
                ) AS place
            FROM submissions JOIN grades ON grades.submission = submissions.id
        ) WHERE place = 1""",
    """CREATE VIEW standing_adjustments AS
        SELECT * FROM adjustments AS latest
        WHERE points IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM adjustments AS later
            WHERE later.set_id = latest.set_id AND later.student = latest.student
                AND later.question = latest.question AND later.id > latest.id
        )""",
)
# What makes a gradebook of the next version out of one of this version.
UPGRADES = {1: ("ALTER TABLE people ADD COLUMN enrolled INTEGER NOT NULL DEFAULT 1", _BY_SET)}
# What lets one connection see the same where nothing may be written: views in front of the tables.
VIEWS = {1: ("CREATE TEMP VIEW people AS SELECT *, 1 AS enrolled FROM main.people",)}
HISTORY = (
    "files", "sets", "set_files", "submissions", "submission_files", "grades", "adjustments", "people",
)  # fmt: skip
TRIGGERS = tuple(
    f"CREATE TRIGGER {table}_are_history_{change} BEFORE {change.upper()} ON {table}"
    f" BEGIN SELECT raise(ABORT, '{table} are history: add an entry instead'); END"
    for table in HISTORY
    for change in ("update", "delete")
)
