import { useQuery } from '@tanstack/react-query';
import { sendCall } from '../../../web/sending/send.ts';
import { images } from '../images.contract.ts';

const FIVE_MINUTES = 300_000;

/** Shows the main picture of a course as a thumbnail; nothing if the course has none. */
export function CourseThumb({ courseId }: { courseId: number }) {
  const main = useQuery({
    queryKey: ['main image', courseId],
    queryFn: () => sendCall(images.main, { params: { id: courseId } }),
    enabled: courseId > 0,
    staleTime: FIVE_MINUTES,
  });
  const image = main.data?.image;
  return image ? <img key={image.url} className="course-thumb" src={image.url} alt={image.alt} /> : null;
}
