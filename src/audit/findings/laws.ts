/** Actions that a law or the person refused, which could otherwise have done harm. */
import { law1Mark } from '../../contracts/text/law-mark.ts';
import { brief, type Detector, messageOf, nothing } from './finding.ts';

export const laws: Detector = () => {
  const asked = new Map<string, { readonly seq: number; readonly action: string }>();
  return (entry) => {
    const question = messageOf(entry, 'ConfirmRequest');
    if (question) asked.set(question.id, { seq: question.seq, action: question.payload.action });
    const answer = messageOf(entry, 'ConfirmReply');
    if (answer && !answer.payload.allowed && !answer.payload.unanswered) {
      const { seq, action } = asked.get(answer.reply_to ?? '') ?? { seq: answer.seq, action: 'an action' };
      return [
        {
          anomaly: 'near_miss',
          from: 'R3',
          to: 'User',
          type: 'ConfirmRequest',
          detail: `you stopped ${brief(action)}`,
          seqs: [seq, answer.seq],
        },
      ];
    }
    const result = messageOf(entry, 'ExecutionResult');
    if (!result) return nothing;
    return result.payload.tool_calls
      .filter(({ error_class, output_head_tail }) => error_class === 'refused' && output_head_tail.startsWith(law1Mark))
      .map(({ tool, output_head_tail }) => ({
        anomaly: 'law_refusal' as const,
        from: 'R3',
        to: 'Host',
        type: tool,
        detail: brief(output_head_tail.slice(law1Mark.length).replace(/ To allow it: .*/s, '')), // how to allow it is shown at the end of the task
      }));
  };
};
