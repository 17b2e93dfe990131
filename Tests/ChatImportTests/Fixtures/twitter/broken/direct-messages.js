window.YTD.direct_messages.part0 = [
 {
  "dmConversation": {
   "conversationId": "1-2",
   "messages": [
    {
     "messageCreate": {
      "id": "106",
      "senderId": "1",
      "recipientId": "2",
      "text": "last",
      "createdAt": "2021-03-01T08:06:00.500Z",
      "mediaUrls": [],
      "urls": [],
      "reactions": [],
      "editHistory": []
     }
    },
    {
     "messageCreate": {
      "id": "105",
      "senderId": 2x,
      "recipientId": "2",
      "text": "",
      "createdAt": "2021-03-01T08:05:00.500Z",
      "mediaUrls": [
       "https://video.twimg.com/dm_gif/1/gone.mp4"
      ],
      "urls": [],
      "reactions": [],
      "editHistory": []
     }
    },
    {
     "messageCreate": {
      "id": "104",
      "senderId": "1",
      "recipientId": "2",
      "text": "see https://t.co/a https://t.co/b",
      "createdAt": "2021-03-01T08:04:00.500Z",
      "mediaUrls": [
       "https://ton.twitter.com/dm/104/104/bed.png"
      ],
      "urls": [
       {
        "url": "https://t.co/a",
        "expanded": "https://example.org/a?x=1&y=2",
        "display": "example.org/a…"
       },
       {
        "url": "https://t.co/b",
        "expanded": "https://twitter.com/messages/media/104",
        "display": "pic.twitter.com/b"
       }
      ],
      "reactions": [],
      "editHistory": []
     }
    },
    {
     "messageCreate": {
      "id": "103",
      "senderId": "2",
      "recipientId": "2",
      "text": "5 &lt; 6 &amp; 7",
      "createdAt": "2021-03-01T08:03:00.500Z",
      "mediaUrls": [],
      "urls": [],
      "reactions": [
       {
        "senderId": "1",
        "reactionKey": "like",
        "eventId": "9",
        "createdAt": "2021-03-01