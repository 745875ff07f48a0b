#!/bin/sh
# Checks that the sources are formatted according to .swift-format.
set -eu
swift format lint --strict --recursive --parallel Sources Tests Benchmarks Examples Fuzzers Package.swift
echo "format: ok"
