import { Dialog } from '../components/Dialog.tsx';
import type { PendingQuestion } from './ask.ts';
import { Button } from '../components/Button.tsx';

/**
 * A dialog with a question, a button named by a verb, and Cancel; Enter presses the verb unless it is dangerous. Without a
 * verb the dialog only informs.
 */
export function QuestionDialog({ question, detail, lines, verb, danger, answer }: PendingQuestion) {
  return (
    <Dialog title={question} close={() => answer(false)}>
      {detail && <p>{detail}</p>}
      {lines && (
        <ul className="dialog-lines">
          {lines.map((line) => (
            <li key={line.question}>
              <b>{line.question}</b> {line.detail}
            </li>
          ))}
        </ul>
      )}
      <div className="row dialog-end">
        <Button data-autofocus={danger || !verb || undefined} onClick={() => answer(false)}>
          {verb ? 'Cancel' : 'Close'}
        </Button>
        {verb && (
          <Button
            look={danger ? 'danger-go' : 'go'}
            data-autofocus={!danger || undefined}
            onClick={() => answer(true)}
          >
            {verb}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
