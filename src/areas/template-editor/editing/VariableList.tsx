import { useState } from 'react';
import { foldText } from '../../../contract/names/fold.ts';
import type { InsertableVariable } from './written.rules.ts';

type Props = { written: InsertableVariable[]; insert: (text: string) => void };

/**
 * Lists the variables that the template may use, with their meaning and an example; pressing one inserts it at the cursor of
 * the editor.
 */
export function VariableList({ written, insert }: Props) {
  const [typed, type] = useState('');
  const words = foldText(typed).split(' ');
  const found = written.filter(({ name, means }) => {
    const text = foldText(`${name} ${means}`);
    return words.every((word) => text.includes(word));
  });
  return (
    <section className="card variables" aria-label="Variables">
      <div className="variables-head">
        <h2>Variables</h2>
        <input
          type="search"
          aria-label="Find a variable"
          placeholder="Find a variable"
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
      <ul>
        {found.map(({ name, means, sample, inserts, list, mayBeEmpty }) => (
          <li key={name}>
            <button type="button" title={`Insert ${inserts}`} onClick={() => insert(inserts)}>
              <code>{name}</code>
            </button>
            <span>
              {means}
              {list && `, in ${list}`}
              <span className="quiet">
                {mayBeEmpty && ' · may be empty'}
                {typeof sample !== 'boolean' && ` · ${sample}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="quiet pad">No variable has this name.</p>}
    </section>
  );
}
