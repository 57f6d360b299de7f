/** Reads the JSON body of a request, if it is short enough. */
import { maxBody } from './refusals.ts';

/** Reads no more than is needed to know that the body is too long. */
export async function readBody(request: Request): Promise<{ readonly json: unknown } | { readonly wrong: 'too long' | 'no JSON' }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body ?? []) {
    length += part.length;
    if (length > maxBody) return { wrong: 'too long' };
    parts.push(part);
  }
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))) };
  } catch {
    return { wrong: 'no JSON' };
  }
}
