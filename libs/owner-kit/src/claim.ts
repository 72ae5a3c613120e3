/**
 * How long work belongs to the process that began it, in milliseconds: longer than a request with its repetitions takes.
 * After that a sweep may take it over.
 */
export const CLAIM_MS = 30_000;
