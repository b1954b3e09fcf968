import { Alert } from '../../../web/components/Alert.tsx';

type Props = {
  title: string;
  problems: string[];
  goTo: (line: number) => void;
  /** True if the template was just rejected, so that screen readers announce the problems. */
  isRefused?: boolean;
};

const LINE = /^Line (\d+): /;

/** Lists the reasons why a template cannot be used; one with a line number has a button that leads to the line. */
export const TemplateProblems = ({ title, problems, goTo, isRefused = false }: Props) => (
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
