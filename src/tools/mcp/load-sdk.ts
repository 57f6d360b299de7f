/** The protocol's own module: it takes a tenth of a second to load, so it is loaded with the first server. */
import console from 'node:console';

/** Its warnings quote what servers say, with every control character, and would go to the terminal in the middle of a screen: they are dropped. */
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
