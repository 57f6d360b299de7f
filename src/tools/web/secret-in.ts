/** Whether something that is about to be sent contains a secret. Pure. */

/** Why a text is not sent: it contains a secret, literally or after decoding it once or twice. */
export function whySecret(text: string, redact: (text: string) => string): string | undefined {
  const once = decoded(text);
  const spellings = [text, once, decoded(once)];
  return spellings.some((each) => redact(each) !== each || each.includes('[redacted'))
    ? 'it holds a known secret, or what looks like a key or a password, and those are never sent anywhere'
    : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // the text is not encoded in this way
  }
}
