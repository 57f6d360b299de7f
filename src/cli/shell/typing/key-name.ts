/** Names keys: `a`, `enter`, `ctrl+c`, `shift+enter`. */
import { parseKey } from '@earendil-works/pi-tui/dist/keys.js';

/**
 * The name does not depend on how the terminal sends the key. Undefined for anything that is not a key, such as a letter of another script, which is
 * text.
 */
export const keyName = (key: string): string | undefined => (key === '\n' ? 'ctrl+j' : parseKey(key));
