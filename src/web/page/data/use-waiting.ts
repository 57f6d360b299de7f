/** Which running tasks wait for an answer. If the page is hidden, a browser notification announces that, if allowed. */
import { useEffect, useRef, useState } from 'react';
import type { Question } from '../../../app/drive/drive.ts';
import { useDrive } from './drive-context.ts';

export function useWaiting(): ReadonlySet<string> {
  const drive = useDrive();
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const told = useRef(new Set<string>());
  useEffect(() => {
    const closed = new AbortController();
    (async () => {
      for await (const running of drive.news(closed.signal)) {
        const open = running.filter(({ questions }) => questions.length > 0);
        setWaiting(new Set(open.map(({ task_id }) => task_id)));
        for (const { task_id, questions } of open) for (const question of questions) tell(task_id, question, told.current);
      }
    })().catch(() => {}); // another part of the page reports a server that is down
    return () => closed.abort();
  }, [drive]);
  return waiting;
}

const texts = {
  ConfirmRequest: 'It needs your yes.',
  ClarifyQuestion: 'It asks what you mean.',
  PlanReview: 'A plan is waiting for you.',
  InterruptedCall: 'It asks about an interrupted call.',
} as const satisfies Record<Question['type'], string>;

/** Notifies once per question. The text does not reveal what the question is about, because the system keeps notifications. */
function tell(task: string, question: Pick<Question, 'id' | 'type'>, told: Set<string>): void {
  if (told.has(question.id)) return;
  told.add(question.id);
  if (!document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const notification = new Notification('artoo is waiting for you', { body: texts[question.type], tag: question.id });
  notification.onclick = () => {
    focus();
    location.hash = `#/tasks/${encodeURIComponent(task)}`;
  };
}
