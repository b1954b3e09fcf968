import { PageHead } from './PageHead.tsx';
import { ScreenLink } from '../../navigation/ScreenLink.tsx';

/** The plain page of a screen that is still to come. */
export const LaterPage = ({ title, sentence }: { title: string; sentence: string }) => (
  <section className="plain">
    <PageHead title={title} line="This screen is not there yet." />
    <p className="card pad">{sentence}</p>
    <p>
      <ScreenLink to="/home">Back to home</ScreenLink>
    </p>
  </section>
);
