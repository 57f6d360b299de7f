/** Enter sends, Shift+Enter makes a new line, and Enter that ends the composition of a character does neither. */
import type { KeyboardEvent } from 'react';

export function sendsOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
