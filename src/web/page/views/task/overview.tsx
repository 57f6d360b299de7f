/** A task at a glance. */
import type { ReactNode } from 'react';
import { QuestionList } from '../../parts/question/question-list.tsx';
import { lossRounds } from '../../state/loss-rounds.ts';
import type { TaskShown } from '../../state/task-model.ts';
import { AnswerSection } from './answer-section.tsx';
import { ChangedSection } from './changed-section.tsx';
import { CostSection } from './cost-section.tsx';
import { CourseSection } from './course-section.tsx';
import { CriteriaSection } from './criteria-section.tsx';
import { LossSection } from './loss-section.tsx';
import { NowSection } from './now-section.tsx';
import { RoundsSection } from './rounds-section.tsx';

type OverviewProps = {
  readonly shown: TaskShown;
  readonly isRunning: boolean;
  /** In a replay, questions and undo are not offered. */
  readonly isReplay?: boolean;
};

export function Overview({ shown, isRunning, isReplay = false }: OverviewProps): ReactNode {
  const { story } = shown;
  const rounds = lossRounds(story);
  const isOver = story.result !== null;
  return (
    <div className="overview">
      <div className="main-column">
        {!isReplay && <QuestionList shown={shown} />}
        {!isOver && <NowSection shown={shown} isRunning={isRunning} isReplay={isReplay} />}
        {isOver && <AnswerSection story={story} />}
        {rounds.some(({ missing }) => missing.length > 0) && <LossSection rounds={rounds} />}
        <RoundsSection rounds={story.rounds} cwd={story.cwd} isUnderWay={isRunning && !isOver} />
        <ChangedSection story={story} isOver={isOver && !isReplay} />
        <CourseSection course={shown.course} />
        <CostSection story={story} />
      </div>
      <aside aria-label="Criteria and figures">
        <CriteriaSection shown={shown} />
      </aside>
    </div>
  );
}
