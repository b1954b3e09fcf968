import { installation } from '../areas/installation/installation.contract.ts';
import { staffMessage } from '../areas/staff-message/staff-message.contract.ts';
import type { Call } from '../contract/call.ts';
import type { Asking, Openings } from '../web/opening/opening.ts';
import { SCREENS } from './screens.tsx';

const asking = ({ path, access }: Call): Asking => ({ path, access });

/** What the first script asks for, made of the screens and their contracts while the application is built. */
export const openings: Openings = {
  shell: [installation.settings, staffMessage.get].map(asking),
  lists: Object.fromEntries(
    SCREENS.flatMap(({ path, admin = false, list }) =>
      list
        ? [
            [
              path,
              {
                index: asking(list.index),
                count: asking(list.count),
                opens: list.index.list.opens ?? {},
                admin,
              },
            ],
          ]
        : [],
    ),
  ),
};
