export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
