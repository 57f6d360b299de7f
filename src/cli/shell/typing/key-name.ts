/** Names keys: `a`, `enter`, `ctrl+c`, `shift+enter`. */
import { parseKey } from '@earendil-works/pi-tui/dist/keys.js';

/** Independent of how the terminal sends it. Undefined for anything that is not a key, such as a letter of another script, which is text. */
export const keyName = (key: string): string | undefined => (key === '\n' ? 'ctrl+j' : parseKey(key));
