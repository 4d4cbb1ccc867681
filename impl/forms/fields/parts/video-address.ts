/** Reads the address of a video. A page uses the ids that it finds, and nothing else of what somebody wrote. */

interface VideoSite {
  readonly name: "YouTube" | "Vimeo";
  /** The origin of its player, which stores less about visitors than its other pages. */
  readonly origin: string;
}

export interface Video {
  readonly site: VideoSite;
  /** The address of the page that shows the video. */
  readonly page: string;
  /** The address of the player, which starts at once: it is loaded by a click. */
  readonly player: string;
}

const YOUTUBE: VideoSite = { name: "YouTube", origin: "https://www.youtube-nocookie.com" };
const VIMEO: VideoSite = { name: "Vimeo", origin: "https://player.vimeo.com" };

/** The origins that pages with videos may show in frames. */
export const PLAYER_ORIGINS: readonly string[] = [YOUTUBE.origin, VIMEO.origin];

/** Returns the video of an https address of YouTube or Vimeo; undefined for any other address. */
export function readVideo(address: string): Video | undefined {
  // Browsers leave out line breaks and read a backslash as a slash, so such an address is not what people see.
  if (/[\s\\]/.test(address) || !/^https:\/\//i.test(address)) return undefined;
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "" || url.port !== "") return undefined;
  return readers.get(url.hostname)?.(url);
}

const readers: ReadonlyMap<string, (url: URL) => Video | undefined> = new Map([
  ["youtube.com", readYouTube],
  ["www.youtube.com", readYouTube],
  ["m.youtube.com", readYouTube],
  ["www.youtube-nocookie.com", readYouTube],
  ["youtu.be", readShortYouTube],
  ["vimeo.com", readVimeo],
  ["www.vimeo.com", readVimeo],
  ["player.vimeo.com", readVimeo],
]);

function readYouTube({ pathname, searchParams }: URL): Video | undefined {
  if (/^\/watch\/?$/.test(pathname)) {
    const ids = searchParams.getAll("v");
    return ids.length === 1 ? youTube(ids[0]) : undefined;
  }
  return youTube(/^\/(?:embed|shorts|live)\/([^/]+)\/?$/.exec(pathname)?.[1]);
}

function readShortYouTube({ pathname }: URL): Video | undefined {
  return youTube(/^\/([^/]+)\/?$/.exec(pathname)?.[1]);
}

/** Words that stand in place of an id, for playlists and channels. */
const NO_VIDEOS: ReadonlySet<string> = new Set(["videoseries", "live_stream"]);

function youTube(id: string | undefined): Video | undefined {
  if (id === undefined || !/^[\w-]{11}$/.test(id) || NO_VIDEOS.has(id)) return undefined;
  return {
    site: YOUTUBE,
    page: `https://www.youtube.com/watch?v=${id}`,
    player: `${YOUTUBE.origin}/embed/${id}?autoplay=1&playsinline=1`,
  };
}

/** A video that is not listed has a second part, which the player takes as a parameter. */
function readVimeo({ pathname, searchParams }: URL): Video | undefined {
  const [, id, hash = searchParams.get("h") ?? undefined] =
    /^(?:\/video)?\/(\d{1,12})(?:\/([^/]+))?\/?$/.exec(pathname) ?? [];
  if (id === undefined || (hash !== undefined && !/^[0-9a-f]{4,20}$/.test(hash))) return undefined;
  return {
    site: VIMEO,
    page: `https://vimeo.com/${id}${hash === undefined ? "" : `/${hash}`}`,
    player: `${VIMEO.origin}/video/${id}?autoplay=1&dnt=1${hash === undefined ? "" : `&h=${hash}`}`,
  };
}
