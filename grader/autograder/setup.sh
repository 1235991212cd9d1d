#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: installs the grader from the wheels in this archive.
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pythons=(@PYTHONS@)
packages=(@PACKAGES@)

make_environment() {
    for version in "${pythons[@]}"; do
        rm -rf -- "$source/environment"
        if "python$version" -I -m venv "$source/environment" 2>/dev/null; then return 0; fi
    done
    return 1
}

install_python() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet --quiet
    for version in "${pythons[@]}"; do
        if apt-get install --quiet --quiet --yes "python$version" "python$version-venv"; then return 0; fi
    done
    echo "None of these is to be had here: Python ${pythons[*]}. Choose another image." >&2
    return 1
}

install_packages() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet --quiet
    if ! apt-get install --quiet --quiet --yes --no-install-recommends "${packages[@]}"; then
        echo "Not all of these are to be had here: ${packages[*]}. Choose another image." >&2
        return 1
    fi
    if ! bwrap --unshare-user --ro-bind / / true; then
        echo "Warning: bubblewrap may not make namespaces in this container. If that is so when hand-ins are" \
            "graded, programs in other languages are not run, and each result says that the grader failed." >&2
    fi
}

if [ "${#packages[@]}" -gt 0 ]; then
    install_packages
fi
if ! make_environment; then
    install_python
    make_environment
fi
"$source/environment/bin/python" -I -m pip install --quiet --disable-pip-version-check \
    --no-index --find-links "$source/wheels" --require-hashes --requirement "$source/requirements.txt"
"$source/environment/bin/python" -I -m grader --version
