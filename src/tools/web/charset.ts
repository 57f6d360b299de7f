/** Decodes the bytes of a page: by its byte order mark, by the server's header, or by the page's own declaration. Pure. */

/** The number of bytes at the start of a page that may declare its encoding. */
const headBytes = 2_048;

/** Invalid bytes become �. */
export function decodeText(bytes: Buffer, contentType = ''): string {
  const marked = byMark(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  const said = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1];
  const head = bytes.subarray(0, headBytes).toString('latin1');
  const stated =
    /<meta[^>]{0,400}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /^<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]{1,40})/.exec(head)?.[1];
  const named = decoderOf(said) ?? decoderOf(stated?.replace(/^utf-16.*$/i, 'utf-8')); // the page's own declaration could be read as ASCII
  if (named) return named.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
  }
}

function byMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
}

function decoderOf(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label);
  } catch {
    return undefined; // not a known encoding
  }
}

/** Whether the bytes are UTF-8 with few exceptions, such as a character that was cut in two. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 65_536));
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return whole > broken;
}
