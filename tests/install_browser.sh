#!/bin/sh
# The report is tested in a real browser. Installs Debian's Chromium where that is possible; without one, those tests
# are skipped and say so.
set -u
if command -v chromium >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "no chromium and no way to install it here: browser tests will be skipped" >&2
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium fonts-noto-cjk >/dev/null; }; then
    echo "could not install chromium: browser tests will be skipped" >&2
fi
exit 0
