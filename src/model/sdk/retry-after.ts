// The wait that a service asks for, in its headers or its body.

export function retryAfterMs(headers: Readonly<Record<string, string>>, body: string, now: number): number | undefined {
  const precise = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (precise >= 0) return precise;
  const text = headers['retry-after']?.trim();
  if (text !== undefined && text !== '') {
    if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
    const date = Date.parse(text);
    if (!Number.isNaN(date)) return Math.max(0, date - now);
  }
  // Google sends it in the body: "retryDelay": "34.07s".
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return delay === undefined ? undefined : Math.ceil(Number(delay) * 1000);
}
