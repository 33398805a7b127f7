"""What is wrong or doubtful in a filing: its fees, limits, pay tables, rules and words.

Each check yields defects with a severity, a place and why it matters. `mending` mends the few that
can be mended in one way, `laws` holds filings against the law of a day.
"""

from houseway.filings.lint.finding import Finding, Severity
from houseway.filings.lint.run import (
    lint_data,
    lint_file,
    lint_filing,
    lint_filings,
    lint_filings_against,
    mend_files,
)

__all__ = [
    "Finding", "Severity", "lint_data", "lint_file", "lint_filing", "lint_filings",
    "lint_filings_against", "mend_files",
]  # fmt: skip
