from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import aiohttp

ROOT = Path(__file__).resolve().parents[2]


async def test_it_runs_in_a_process_of_its_own() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "localdiscord", "--people", "Zoe:fr", "Max:"),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    try:
        assert process.stdout is not None
        page = (await asyncio.wait_for(process.stdout.readline(), 10)).split()[1].decode()
        async with aiohttp.ClientSession() as session, session.get(f"{page}local/state") as answer:
            state = await answer.json()
        assert [(p["global_name"], p["locale"]) for p in state["people"]] == [("Zoe", "fr"), ("Max", "en-US")]
        assert state["bot"]["online"] is False
    finally:
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 10) == 0
