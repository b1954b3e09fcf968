import { FileInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { WideField } from '../../web/inputs/FieldGroup.tsx';
import './images.css';

type Props = { file: File | null; pick: (file: File | null) => void; error: string | undefined };

/** Asks for a picture from the disk, and shows it before it is saved. */
export function PictureInput({ file, pick, error }: Props) {
  const preview = usePreview(file);
  return (
    <>
      <FileInput
        id="field-file"
        name="file"
        label="Upload Image file"
        placeholder="JPEG, PNG or WebP, at most 5 MiB"
        // The types are listed one by one, so that a phone converts its own format to JPEG.
        accept="image/jpeg,image/png,image/webp"
        clearable
        value={file}
        onChange={pick}
        error={error}
      />
      {preview && (
        <WideField>
          <img
            key={preview}
            className="image-preview"
            src={preview}
            alt="What will be saved"
            // The server reports the error of a file that is no picture.
            onError={(event) => (event.currentTarget.hidden = true)}
          />
        </WideField>
      )}
    </>
  );
}

/** Returns the address of a picked file while it is shown. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
