import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import type { ReportScreen, ReportParameters } from '../../reports/screens/report-screens.rules.ts';
import { newScheduleForm } from './form.rules.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { SCHEDULES_QUERY_KEY } from './useSchedules.ts';

/** Shows the button that creates a schedule for a report, with the parameters on its screen. */
export function MailReportButton({ screen, values }: { screen: ReportScreen; values: ReportParameters }) {
  const [state, setState] = useState<'closed' | 'open' | 'saved'>('closed');
  const client = useQueryClient();
  const saved = (): void => {
    setState('saved');
    void client.invalidateQueries({ queryKey: SCHEDULES_QUERY_KEY });
  };
  const close = (): void => setState('closed');
  return (
    <>
      <Button onClick={() => setState('open')}>Mail this ...</Button>
      {state === 'open' && (
        <ScheduleDialog form={newScheduleForm(screen, values)} close={close} saved={saved} />
      )}
      {state === 'saved' && (
        <Dialog title="It will be mailed" close={close}>
          <p>
            {screen.title} goes out by itself from now on. <ScreenLink to="/reports">Reports</ScreenLink> says
            when and to whom, and is where it is paused, changed or sent at once.
          </p>
          <div className="row dialog-end">
            <Button look="go" onClick={close} data-autofocus>
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
