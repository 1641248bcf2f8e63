#!/bin/sh
# Install what the tests need beside Python, if it is missing: a font, a browser, Node.js, a database.
# On systems without apt-get it only says what is missing.
set -eu

missing=""
find /usr/share/fonts /usr/local/share/fonts "$HOME/.fonts" -name 'DejaVu*.ttf' 2>/dev/null | grep -q . ||
	missing="$missing fonts-dejavu-core"
command -v fc-list >/dev/null || missing="$missing fontconfig"
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
	missing="$missing chromium"
command -v ps >/dev/null || missing="$missing procps"
command -v node >/dev/null || missing="$missing nodejs"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null ||
	missing="$missing postgresql"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
	echo "The tests need these packages; please install them:$missing" >&2
	exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
	as_root="sudo"
	command -v sudo >/dev/null || { echo "Please install as root:$missing" >&2; exit 1; }
fi
$as_root apt-get update -qq
# Chromium's headless shell does the same with half the work, where the system has it.
if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
	missing=$(echo "$missing" | sed 's/ chromium\b/ chromium-headless-shell/')
fi
echo "Installing for the tests:$missing"
# shellcheck disable=SC2086 - several words on purpose
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq --no-install-recommends $missing >/dev/null
