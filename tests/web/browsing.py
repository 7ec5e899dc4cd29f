"""A real headless Chromium that looks at pages of a real server."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from werkzeug.serving import WSGIRequestHandler, make_server

CHROMIUM, DRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
)
PHONE, DESKTOP = 390, 1280


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:
        """Say nothing: addresses of pages hold tokens."""


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The app on a port of its own, while the test runs; gives its address."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def chromium(profile: Path, language: str = "en", width: int = DESKTOP) -> Iterator[webdriver.Chrome]:
    """A browser with a new profile. Skips where there is none, unless REFEREE_BROWSER says that one must be."""
    if not (CHROMIUM.exists() and DRIVER.exists()) and os.environ.get("REFEREE_BROWSER") != "required":
        pytest.skip("no chromium here: apt-get install chromium chromium-driver")
    options = Options()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={profile}", f"--accept-lang={language}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    try:
        resize(driver, width)
        yield driver
    finally:
        driver.quit()


def resize(driver: webdriver.Chrome, width: int) -> None:
    """Give the browser the screen of a phone or of a desk."""
    screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)


def violations(driver: webdriver.Chrome) -> list[str]:
    """What axe-core finds wrong with the page, each rule with the first place."""
    driver.execute_script(files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations), e => done([{id: String(e),"
        " nodes: []}]));"
    )
    return [f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:1]]}" for each in found]
