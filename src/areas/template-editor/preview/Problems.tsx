import { Alert } from '../../../web/components/Alert.tsx';

type Props = {
  title: string;
  problems: string[];
  goTo: (line: number) => void;
  /** It was refused just now, and must be heard. */
  isRefused?: boolean;
};

const LINE = /^Line (\d+): /;

/** What keeps a template from being used; what names a line leads there. */
export const Problems = ({ title, problems, goTo, isRefused = false }: Props) => (
  <Alert tone={isRefused ? 'danger' : 'waiting'} role={isRefused ? 'alert' : 'status'}>
    <strong>{title}</strong>
    <ul>
      {problems.map((problem) => {
        const line = Number(LINE.exec(problem)?.[1] ?? 0);
        return (
          <li key={problem}>
            {line > 0 && (
              <button type="button" className="to-line" onClick={() => goTo(line)}>
                Line {line}
              </button>
            )}
            {line > 0 ? problem.replace(LINE, ': ') : problem}
          </li>
        );
      })}
    </ul>
  </Alert>
);
