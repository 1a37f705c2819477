import type { RevertOptions } from 'resource-api/client';
import { useEffect, useState } from 'react';
import { explain, type Call, type Explanation } from '../api/call.js';
import { useSession } from '../api/session.js';
import { useText } from '../i18n/language.js';
import { IconButton } from './button.js';
import { CopyButton } from './copy-button.js';
import { Popover } from './popover.js';
import { Loading } from './states.js';
import { Tabs } from './tabs.js';

interface ShowRequestProps {
  readonly call: Call;
  readonly options?: RevertOptions;
  readonly align?: 'start' | 'end';
}

/** A button that shows how to send the same request with curl, the client and as an agent. */
export function ShowRequest({ call, options, align = 'end' }: ShowRequestProps) {
  const text = useText();
  return (
    <Popover
      label={text.showRequest}
      align={align}
      className="request-popover"
      trigger={(button) => <IconButton {...button} icon="code" label={text.showRequest} />}
    >
      <Request call={call} {...(options && { options })} />
    </Popover>
  );
}

const noOptions: RevertOptions = {};

function Request({ call, options = noOptions }: Omit<ShowRequestProps, 'align'>) {
  const text = useText();
  const [selected, setSelected] = useState('curl');
  const { viewed } = useSession();
  const [data, setData] = useState<Explanation | null>(null);
  // Files are not part of a key, so that the request is described whenever the call is another one.
  useEffect(() => {
    let isCurrent = true;
    void explain(call, { options, viewAs: viewed?.id ?? null }).then((known) => {
      if (isCurrent) setData(known);
    });
    return () => {
      isCurrent = false;
    };
  }, [call, options, viewed]);
  if (!data) return <Loading />;
  const codeOf =
    (code: string | null, none = '') =>
    () =>
      code === null ? (
        <p className="soft">{none}</p>
      ) : (
        <>
          <pre className="code" tabIndex={0}>
            {code}
          </pre>
          <CopyButton value={code} />
        </>
      );
  return (
    <Tabs
      label={text.showRequest}
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { key: 'curl', label: text.asCurl, content: codeOf(data.curl) },
        { key: 'client', label: text.asClient, content: codeOf(data.client) },
        { key: 'tool', label: text.asTool, content: codeOf(data.tool, text.noTool) },
      ]}
    />
  );
}
