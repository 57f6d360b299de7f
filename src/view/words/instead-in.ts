/** What the person wants instead of what they said no to. Pure. */
import type { MessageEntry } from '../../journal/entry.ts';

export const insteadIn = ({ type, payload }: MessageEntry): string | undefined =>
  type === 'ConfirmReply' || type === 'PlanReply' ? payload.instead?.trim() : undefined;
