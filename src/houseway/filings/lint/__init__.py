"""What is wrong or doubtful in a filing: its fees, limits, pay tables, rules and words.

Each check yields defects with a severity, a place and why it matters; nothing here mends them.
"""

from houseway.filings.lint.finding import Finding, Severity
from houseway.filings.lint.run import lint_data, lint_file, lint_filing, lint_filings

__all__ = ["Finding", "Severity", "lint_data", "lint_file", "lint_filing", "lint_filings"]
