/** Turns a network error into the result of a tool. */
import { failed, type ToolErrorClass, type ToolResult } from '../tool.ts';

type Meaning = readonly [ToolErrorClass, words: string];

/** The sentence used for a machine without a connection. */
export const offline = 'there is no connection to the internet, or no name server that answers: this tool needs one';

const meanings: Readonly<Record<string, Meaning>> = {
  EAI_AGAIN: ['network', offline],
  ENETUNREACH: ['network', offline],
  ENETDOWN: ['network', offline],
  ENOTFOUND: ['not_found', 'no such host is known, or there is no connection to the internet'],
  ENODATA: ['not_found', 'that host has no address'],
  ECONNREFUSED: ['network', 'nothing answers at that address: the connection was refused'],
  EHOSTUNREACH: ['network', 'that machine cannot be reached'],
  ECONNRESET: ['network', 'the connection was closed before the answer was complete'],
  EPIPE: ['network', 'the connection was closed before the answer was complete'],
  ETIMEDOUT: ['timeout', 'it did not answer in time'],
  EPROTO: ['network', 'the program at that address does not speak https'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['network', 'the program at that address does not speak https'],
  ERR_PACKING: ['failed', 'the answer is compressed in a way that cannot be read'],
};

/** The failed result for a network error. Rethrows all other errors. */
export function webFailure(thrown: unknown, what: string): ToolResult {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string' || thrown.name === 'AbortError') throw thrown;
  const { code, message } = thrown;
  const [errorClass, words] = meanings[code] ?? meaningOf(code, message);
  return failed(errorClass, `${what}: ${words} (${code})`);
}

function meaningOf(code: string, message: string): Meaning {
  if (/CERT|SIGNATURE|UNABLE_TO_|SELF_SIGNED|ERR_TLS|HOSTNAME/.test(code))
    return ['refused', `its certificate is not valid for that host, so it was not read: ${message.split('\n')[0]?.slice(0, 200)}`];
  if (/^Z_|^ERR_(?:_?BROTLI|STREAM_PREMATURE)|ZLIB/.test(code)) return ['failed', 'the answer is badly compressed, or incomplete'];
  if (/^HPE_/.test(code)) return ['failed', 'the program at that address does not speak http'];
  return ['network', message.slice(0, 200)];
}

/** Whether a request failed because there was no connection; an unknown name counts too, since perhaps no name server could be asked. */
export const isOffline = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  typeof thrown.code === 'string' &&
  /^(?:EAI_AGAIN|ENETUNREACH|ENETDOWN|ENOTFOUND)$/.test(thrown.code);
