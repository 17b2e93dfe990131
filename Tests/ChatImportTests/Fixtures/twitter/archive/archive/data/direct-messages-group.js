window.YTD.direct_messages_group.part0 = [
 {
  "dmConversation": {
   "conversationId": "77",
   "messages": [
    {
     "messageCreate": {
      "id": "109",
      "senderId": "3",
      "recipientId": "2",
      "text": "hi",
      "createdAt": "2021-03-01T08:09:00.500Z",
      "mediaUrls": [],
      "urls": [],
      "reactions": [],
      "editHistory": []
     }
    },
    {
     "conversationNameUpdate": {
      "createdAt": "2021-03-01T07:00:00Z",
      "initiatingUserId": "3",
      "name": "Beans &amp; peas"
     }
    },
    {
     "participantsLeave": {
      "createdAt": "2021-03-01T07:00:00Z",
      "userIds": [
       "4",
       "5"
      ]
     }
    },
    {
     "participantsJoin": {
      "createdAt": "2021-03-01T07:00:00Z",
      "initiatingUserId": "3",
      "userIds": [
       "4"
      ]
     }
    },
    {
     "joinConversation": {
      "createdAt": "2021-03-01T07:00:00Z",
      "initiatingUserId": "3",
      "participantsSnapshot": [
       "1",
       "3"
      ]
     }
    },
    {
     "trustConversation": {
      "createdAt": "2021-03-01T07:00:00Z",
      "initiatingUserId": "1"
     }
    }
   ]
  }
 }
]