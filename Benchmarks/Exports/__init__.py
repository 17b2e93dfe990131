"""Makers of generated exports, one for each format, for the benchmark of reading.

Each writes an export of `count` messages into `folder` and returns the path to name to the program.
"""

from . import assistants, databases, logs, messengers, pages

# The goal of each maker's export in messages a second: 100,000 for text, 60,000 for everything else.
TEXT, OTHER = 100_000, 60_000

FORMATS = {
    **{maker.__name__: (maker, TEXT) for maker in logs.MAKERS},
    **{maker.__name__: (maker, OTHER)
       for module in (messengers, pages, databases, assistants) for maker in module.MAKERS},
}
