"""Has PostgreSQL run several statements as one, or at least as one transaction: by one way there and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from tables.store.postgres.connecting import Cursor, native
from tables.store.writer import Statement

WRITES: Final = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)")
"""How a statement begins that writes, and which table that is."""
PARAMETER: Final = re.compile(r"\$(\d+)")
ROW: Final = re.compile(r"\bVALUES (\([?, ]+\))$")
"""How a statement ends that inserts a row of values."""
FEW: Final = 8
"""Up to so many rows are inserted by one statement; the server keeps its plan for each number."""
WORD: Final = re.compile(r"'[^']*'|(\w+)")


async def run_at_once(cursor: Cursor, statements: Sequence[Statement]) -> None:
    """Run statements, all or none; on return they are committed.

    As one statement where that is possible, as for the change of one table: it takes a quarter of the time.
    Else all go out without waiting for an answer.

    Raises:
        psycopg.Error: None of them has had an effect, unless the connection broke.
    """
    statements = [(sql, rows) for sql, rows in statements if rows]
    one = joined(*((sql, len(rows)) for sql, rows in statements))
    if one is not None:
        values = [value for _, rows in statements for row in rows for value in row]
        await cursor.execute(one, values, prepare=True)
    else:
        async with cursor.connection.pipeline(), cursor.connection.transaction():
            for sql, rows in statements:
                await cursor.connection.cursor().executemany(native(sql), rows)


@cache
def joined(*statements: tuple[str, int]) -> str | None:
    """One statement that does the same as some that are run with so many rows each, with the values of all.

    Its parts see nothing of each other, and run in any order.  None: so something else might come out, as one
    part names what another writes, or a part only reads, which PostgreSQL would leave out.
    """
    sqls = [sql if count == 1 else _repeated(sql, count) for sql, count in statements]
    written = [found[1] for found in map(WRITES.match, sqls[:-1]) if found is not None]
    is_named = [sum(table in WORD.findall(sql) for sql in sqls) > 1 for table in written]
    if len(written) < len(sqls) - 1 or any(is_named) or not sqls[-1]:
        return None
    *begun, last = _numbered(sqls)
    named = [f"part{number} AS ({sql})" for number, sql in enumerate(begun)]
    return f"WITH {', '.join(named)} {last}" if named else last


@cache
def gathered(*queries: str) -> str:
    """One query for the rows of several, all as of one moment: a row with an array of records for each.

    To be read as binary, where a record says of what types its values are.
    """
    return f"SELECT {', '.join(f'ARRAY(SELECT found FROM ({sql}) AS found)' for sql in _numbered(queries))}"


def _repeated(sql: str, count: int) -> str:
    """The statement that inserts so many rows; empty: there is none, or it would be long."""
    row = ROW.search(sql)
    return f"{sql}{f', {row[1]}' * (count - 1)}" if row and count <= FEW else ""


def _numbered(statements: Sequence[str]) -> Iterator[str]:
    """The statements with their parameters counted through."""
    before = 0
    for sql in map(native, statements):
        numbers = [int(number) for number in PARAMETER.findall(sql)]
        for number in sorted(set(numbers), reverse=True) if before else ():
            sql = re.sub(rf"\${number}\b", f"${number + before}", sql)
        before += max(numbers, default=0)
        yield sql
