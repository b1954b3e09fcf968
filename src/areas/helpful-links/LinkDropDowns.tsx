import { lazy, Suspense } from 'react';
import { runWhenIdle } from '../../web/navigation/idle.ts';
import { DropDown } from '../../web/shell/DropDown.tsx';
import type { HelpfulLink } from './helpful-links.contract.ts';

const TYPES = ['Helpful', 'Hotel', 'PSGR'] as const satisfies HelpfulLink['type'][];
const NotLoaded = () => <p className="quiet">The links could not be loaded.</p>;
// A drop-down that nobody has opened is loaded when the browser is idle, after the rows of the list.
const Links = lazy(() =>
  new Promise<void>((go) => void runWhenIdle(go))
    .then(() => import('./LinksOfType.tsx'))
    .then(({ LinksOfType: shown }) => ({ default: shown }))
    .catch(() => ({ default: NotLoaded })),
);

/** Shows the three drop-downs with external links in the top bar. */
export const LinkDropDowns = () =>
  TYPES.map((type) => (
    <DropDown key={type} label={`${type} Links`}>
      <Suspense>
        <Links type={type} />
      </Suspense>
    </DropDown>
  ));
