/** R1, the Perceiver: the person's intent reaches the system undistorted. */
import type { GivenPlan } from '../../contracts/given-plan.ts';
import type { TaskSpec, UserInput } from '../../contracts/intent.ts';
import { askModel } from '../prompting/ask-model.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';
import type { Draft, RoleFactory } from '../role.ts';
import { Perception, perceivePrompt } from './prompt.ts';
import { slugFor } from './slug.ts';

/** How many questions the person is asked about the goal (SPEC §4). */
const maxQuestions = 2;

export const createPerceiver: RoleFactory = () => ({
  id: 'R1',
  on: {
    async *UserInput({ task_id, ts, payload: input }, { effects, ask }) {
      if (input.plan) return yield* taskSpec(specOfGiven(task_id, input, input.plan));
      const clarifications: TaskSpec['clarifications'][number][] = [];
      const perceive = (step: number) => askModel(effects, { round: 0, step }, perceivePrompt(input, [...clarifications], ts), Perception);
      let perception = await perceive(1);
      for (let asked = 0; perception.question !== null && asked < maxQuestions; asked += 1) {
        const { question } = perception;
        const { answer } = await ask({ to: 'User', type: 'ClarifyQuestion', payload: { question } });
        if (answer.trim() === '') break; // an empty answer means: go ahead
        clarifications.push({ question, answer });
        perception = await perceive(2 + asked);
      }
      const { slug, constraints, kind } = perception;
      const intent = perception.intent || headAndTail(input.text.trim(), 500); // a model that only asks a question states no intent
      const payload: TaskSpec = {
        task_id,
        slug: slugFor(slug, intent),
        intent,
        constraints,
        raw_input: input.text,
        clarifications,
        kind,
        cwd: input.cwd,
        ...(input.data ? { data: input.data } : {}),
      };
      yield* taskSpec(payload);
    },
  },
});

function* taskSpec(payload: TaskSpec): Generator<Draft> {
  yield { to: 'R2', type: 'TaskSpec', payload };
  yield { to: 'R7', type: 'TaskSpec', payload };
}

/** The specification for a goal that comes with its plan, which needs no interpretation. */
const specOfGiven = (task_id: TaskSpec['task_id'], { text, cwd, data }: UserInput, plan: GivenPlan): TaskSpec => ({
  task_id,
  slug: slugFor(plan.slug, plan.intent),
  intent: plan.intent,
  constraints: { scope: null, deadline: null },
  raw_input: text,
  clarifications: [],
  kind: 'task',
  cwd,
  ...(data ? { data } : {}),
  plan,
});
