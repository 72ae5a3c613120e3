// Health of a container: 0 when the service in it is ready. The images have neither a shell nor curl.
const url = `http://127.0.0.1:${process.env.INTERNAL_PORT}/readyz`;
const { ok } = await fetch(url, { signal: AbortSignal.timeout(2_000) });
process.exit(ok ? 0 : 1);
