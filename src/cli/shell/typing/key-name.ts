/** Names keys: `a`, `enter`, `ctrl+c`, `shift+enter`. */
import { parseKey } from '@earendil-works/pi-tui/dist/keys.js';

/** However the terminal sends it. Undefined for what is no key, such as a letter of another script: that is text. */
export const keyName = (key: string): string | undefined => (key === '\n' ? 'ctrl+j' : parseKey(key));
