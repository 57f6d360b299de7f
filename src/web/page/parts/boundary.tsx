/** Keeps a mistake of ours in one view from taking the page with it. */
import { Component, type ReactNode } from 'react';
import { asError } from '../data/use-call.ts';
import { Failed } from './states.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly thrown: unknown };

export class Boundary extends Component<Props, State> {
  override state: State = { thrown: undefined };

  static getDerivedStateFromError(thrown: unknown): State {
    return { thrown };
  }

  override render(): ReactNode {
    if (this.state.thrown === undefined) return this.props.children;
    return <Failed error={asError(this.state.thrown)} again={() => this.setState({ thrown: undefined })} />;
  }
}
