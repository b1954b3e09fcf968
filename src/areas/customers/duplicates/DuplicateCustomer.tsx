import { Checkbox } from '@mantine/core';
import { useEffect, useRef } from 'react';
import '../../../web/inputs/inputs.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import type { CreatedCustomer } from '../customers.contract.ts';
import './duplicate.css';
import { Alert } from '../../../web/components/Alert.tsx';
import { Button } from '../../../web/components/Button.tsx';

type Props = {
  match: CreatedCustomer;
  ticked: boolean;
  tick: (isTicked: boolean) => void;
  /** Chooses the existing customer instead of creating one; absent if the form is not part of a choice. */
  select?: () => void;
};

/** Shows the existing customer, and the check box that creates a second customer all the same. */
export function DuplicateCustomer({ match, ticked, tick, select }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => (button.current ?? box.current)?.focus(), [match]);
  const name = `${match.first_name ?? ''} ${match.last_name ?? ''}`.trim() || `Customer ${match.id}`;
  const what = match.matched_by === 'phone' ? 'phone number' : 'email address';
  return (
    <Alert className="duplicate" tone="waiting" role="alert">
      <p>
        <strong>A customer with this {what} exists. Are you sure you want to create a duplicate?</strong>{' '}
        <ScreenLink to={`/manage-customer/${match.id}`} target="_blank">
          {name}
        </ScreenLink>
      </p>
      {select && (
        <p>
          <Button ref={button} look="go" onClick={select}>
            Select {name}
          </Button>
        </p>
      )}
      <Checkbox
        ref={box}
        label="Create a duplicate customer"
        checked={ticked}
        onChange={(event) => tick(event.currentTarget.checked)}
      />
    </Alert>
  );
}
