/** Reads the JSON body of a request, if it is short enough. */
import type { Result } from '../../contracts/result.ts';
import { maxBody } from './refusals.ts';

/** Stops reading as soon as the body is too long. */
export async function readBody(request: Request): Promise<Result<unknown, 'too long' | 'no JSON'>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body ?? []) {
    length += part.length;
    if (length > maxBody) return { ok: false, error: 'too long' };
    parts.push(part);
  }
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))) };
  } catch {
    return { ok: false, error: 'no JSON' };
  }
}
