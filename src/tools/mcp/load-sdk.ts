/** Loads the protocol's SDK together with the first server, because it takes a tenth of a second. */
import console from 'node:console';

/** Drops the SDK's warnings: they quote servers including control characters, and would be printed in the middle of a screen. */
export function loadSdk() {
  if (console.warn !== filtered) {
    warn = console.warn;
    console.warn = filtered;
  }
  return import('@modelcontextprotocol/client');
}
export type Sdk = Awaited<ReturnType<typeof loadSdk>>;

let { warn } = console;

function filtered(...said: unknown[]): void {
  if (!String(said[0]).startsWith('[mcp-sdk]')) warn.apply(console, said);
}
