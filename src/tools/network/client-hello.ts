/** The first message of a TLS connection, which names the server that a client wants to reach. Pure. */

/** The requested name, the number of bytes needed to continue, or what is wrong. */
export type ReadHello = { readonly name: string } | { readonly needs: number } | { readonly wrong: string };

/** The size limit for the first message: no client sends more before the server answers. */
export const maxHelloBytes = 64 * 1024;

const [handshake, clientHello, serverName, hostNameType] = [22, 1, 0, 0] as const;
const recordHead = 5;
const messageHead = 4;
const maxRecord = 16_384;

/** `bytes`: everything that has been received. A hello may span several records. */
export function readHello(bytes: Buffer): ReadHello {
  const parts: Buffer[] = [];
  let said = 0;
  for (let at = 0; ; ) {
    const message = said < messageHead ? undefined : Buffer.concat(parts);
    const whole = message === undefined ? Number.POSITIVE_INFINITY : messageHead + message.readUIntBE(1, 3);
    if (message !== undefined && message[0] !== clientHello) return { wrong: 'it does not begin with a client hello' };
    if (message !== undefined && said >= whole) return nameIn(message.subarray(messageHead, whole));
    if (bytes.length < at + recordHead) return bytes[at] === undefined || bytes[at] === handshake ? { needs: at + recordHead } : noTls;
    if (bytes[at] !== handshake || bytes[at + 1] !== 3) return noTls;
    const length = bytes.readUInt16BE(at + 3);
    const end = at + recordHead + length;
    if (length === 0 || length > maxRecord || end > maxHelloBytes || (whole > maxHelloBytes && message !== undefined))
      return { wrong: 'its hello is too long' };
    if (bytes.length < end) return { needs: end };
    parts.push(bytes.subarray(at + recordHead, end));
    said += length;
    at = end;
  }
}

const noTls = { wrong: 'it does not speak TLS' } as const;
const broken = { wrong: 'its hello cannot be read' } as const;

/** The server name in the extension for it; there must be exactly one. */
function nameIn(hello: Buffer): ReadHello {
  const reader = readerOf(hello);
  reader.skip(2 + 32); // version, random
  reader.take(1); // session
  reader.take(2); // ciphers
  reader.take(1); // compressions
  const extensions = readerOf(reader.take(2));
  const found: Buffer[] = [];
  while (extensions.left() > 0) {
    const type = extensions.number(2);
    const content = extensions.take(2);
    if (type === serverName) found.push(content);
    if (extensions.isBroken()) return broken;
  }
  const [list, ...others] = found;
  if (reader.isBroken() || others.length > 0) return broken;
  if (list === undefined) return { wrong: 'it names no server' };
  const names = readerOf(readerOf(list).take(2));
  const type = names.number(1);
  const name = names.take(2);
  if (names.isBroken() || names.left() > 0 || type !== hostNameType) return broken;
  return { name: name.toString('latin1') };
}

/** Returns zeros beyond the end, and records that the end was passed. */
function readerOf(bytes: Buffer) {
  let at = 0;
  let isBroken = false;
  const skip = (count: number): Buffer => {
    const part = bytes.subarray(at, at + count);
    isBroken ||= part.length < count;
    at += count;
    return part;
  };
  const number = (size: 1 | 2): number => {
    const part = skip(size);
    return part.length < size ? 0 : part.readUIntBE(0, size);
  };
  return { skip, number, take: (size: 1 | 2): Buffer => skip(number(size)), left: () => bytes.length - at, isBroken: () => isBroken };
}
